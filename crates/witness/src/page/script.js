// Walks through the steps of failing runs: buttons, arrow keys, clicks on a step.
"use strict";
(() => {
  const runs = JSON.parse(document.getElementById("runs").textContent);
  const beside = matchMedia("(min-width: 62rem)");
  let active = null;

  // Opens what hides an element.
  const reveal = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
  };

  // Scrolls inside one box only: the page stays where the reader is.
  const bringInto = (box, element) => {
    const outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  };

  const walker = (section, steps) => {
    const find = (selector) => section.querySelector(selector);
    const items = [...section.querySelectorAll(".steps li")];
    const list = find(".steps"), values = find(".values"), here = find(".here"), position = find(".position");
    const buttons = { first: find(".first"), previous: find(".previous"), next: find(".next"), last: find(".last") };
    let current = 0;

    // Values after the current step, by function, the innermost call first.
    const showValues = () => {
      const frames = [];
      for (let i = 0; i <= current; i++) {
        const step = steps[i];
        // A return takes the callee's variables out of sight.
        frames.length = Math.min(frames.length, step.depth + 1);
        while (frames.length <= step.depth) frames.push({ name: "", values: new Map() });
        const frame = frames[step.depth];
        if (step.in && frame.name !== step.in) { frame.name = step.in; frame.values.clear(); }
        if (step.change) {
          // The name may be a global that an outer call showed too: an old value is worse than none.
          frames.forEach((outer) => outer.values.delete(step.change[0]));
          frame.values.set(step.change[0], step.change[1]);
        }
      }
      const changed = steps[current].change;
      values.replaceChildren();
      frames.reverse().forEach((frame, depth) => {
        if (frame.values.size === 0) return;
        const name = document.createElement("span");
        name.className = "function";
        name.textContent = "in " + (frame.name || "the program");
        values.append(name);
        for (const [variable, value] of frame.values) {
          const shown = document.createElement("span");
          shown.textContent = variable + " = " + value;
          if (depth === 0 && changed && changed[0] === variable) shown.className = "changed";
          values.append(shown);
        }
      });
    };

    const show = (step, follow) => {
      current = Math.max(0, Math.min(steps.length - 1, step));
      active = api;
      const marked = [...list.querySelectorAll(".now"), ...document.querySelectorAll(".line.now")];
      marked.forEach((element) => element.classList.remove("now"));
      items[current].classList.add("now");
      bringInto(list, items[current]);
      here.textContent = "";
      const line = steps[current].at && document.getElementById(steps[current].at);
      if (line) {
        reveal(line);
        line.classList.add("now");
        here.textContent = line.querySelector("code").textContent.trim();
        // Below each other, going to the line would take the buttons out of sight.
        if (follow && beside.matches) {
          const box = line.getBoundingClientRect();
          if (box.top < 20 || box.bottom > innerHeight - 20) line.scrollIntoView({ block: "center" });
        }
      }
      position.textContent = "step " + (current + 1) + " of " + steps.length;
      buttons.first.disabled = buttons.previous.disabled = current === 0;
      buttons.next.disabled = buttons.last.disabled = current === steps.length - 1;
      showValues();
    };

    const api = { move: (by) => show(current + by, true), to: (step) => show(step, true), last: () => show(steps.length - 1, true), begin: () => show(0, false) };
    buttons.first.addEventListener("click", () => api.to(0));
    buttons.previous.addEventListener("click", () => api.move(-1));
    buttons.next.addEventListener("click", () => api.move(1));
    buttons.last.addEventListener("click", () => api.last());
    items.forEach((item, step) => item.addEventListener("click", (event) => {
      event.preventDefault();
      api.to(step);
    }));
    find(".controls").hidden = false;
    return api;
  };

  const walkers = [...document.querySelectorAll(".run")]
    .filter((section) => runs[section.dataset.run].length > 0)
    .map((section) => walker(section, runs[section.dataset.run]));
  // The first run is the one that keys move.
  walkers.reverse().forEach((walker) => walker.begin());

  document.addEventListener("keydown", (event) => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const keys = { ArrowRight: () => active.move(1), ArrowLeft: () => active.move(-1), Home: () => active.to(0), End: () => active.last() };
    const action = keys[event.key];
    if (action) { event.preventDefault(); action(); }
  });

  // A link to a folded line opens what hides it.
  const follow = () => {
    const line = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (line) { reveal(line); line.scrollIntoView({ block: "center" }); }
  };
  addEventListener("hashchange", follow);
  follow();
})();
