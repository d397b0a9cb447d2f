//! What functions and instructions do to the masks of interrupts: names that count where the program has no body for
//! them.

use invar_cfa::InterruptStart;

/// What becomes of the masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Interrupts are masked.
    Mask,
    /// They are not, unless another mask is set.
    Unmask,
    /// The lowest bit of the argument is the mask (`PRIMASK`).
    SetMask,
    /// The mask is the result.
    GetMask,
    /// The mask of `cpsid f`, which is another one.
    MaskFaults,
    /// The mask of `cpsie f`.
    UnmaskFaults,
    /// Interrupts are masked, and critical sections are counted.
    EnterCritical,
    /// The last critical section that ends takes the mask away, whatever set it.
    ExitCritical,
    /// Nothing.
    Nothing,
    /// Something that is not modelled.
    NotModelled,
}

/// A name with its effect, and how a machine starts that has it. Masked counts only where the program unmasks interrupts by
/// such a name.
pub(super) type Row = (&'static str, Effect, InterruptStart);

/// Functions.
pub(super) const FUNCTIONS: &[Row] = &[
    ("__disable_irq", Effect::Mask, InterruptStart::Enabled),
    ("__enable_irq", Effect::Unmask, InterruptStart::Enabled),
    ("__set_PRIMASK", Effect::SetMask, InterruptStart::Enabled),
    ("__get_PRIMASK", Effect::GetMask, InterruptStart::Enabled),
    (
        "__disable_fault_irq",
        Effect::MaskFaults,
        InterruptStart::Enabled,
    ),
    (
        "__enable_fault_irq",
        Effect::UnmaskFaults,
        InterruptStart::Enabled,
    ),
    ("__disable_interrupt", Effect::Mask, InterruptStart::Enabled),
    (
        "__enable_interrupt",
        Effect::Unmask,
        InterruptStart::Enabled,
    ),
    ("disable_interrupts", Effect::Mask, InterruptStart::Enabled),
    ("enable_interrupts", Effect::Unmask, InterruptStart::Enabled),
    ("noInterrupts", Effect::Mask, InterruptStart::Enabled),
    ("interrupts", Effect::Unmask, InterruptStart::Enabled),
    ("cli", Effect::Mask, InterruptStart::Masked),
    ("sei", Effect::Unmask, InterruptStart::Masked),
    ("__builtin_avr_cli", Effect::Mask, InterruptStart::Masked),
    ("__builtin_avr_sei", Effect::Unmask, InterruptStart::Masked),
    (
        "portDISABLE_INTERRUPTS",
        Effect::Mask,
        InterruptStart::Enabled,
    ),
    (
        "portENABLE_INTERRUPTS",
        Effect::Unmask,
        InterruptStart::Enabled,
    ),
    (
        "taskDISABLE_INTERRUPTS",
        Effect::Mask,
        InterruptStart::Enabled,
    ),
    (
        "taskENABLE_INTERRUPTS",
        Effect::Unmask,
        InterruptStart::Enabled,
    ),
    (
        "portENTER_CRITICAL",
        Effect::EnterCritical,
        InterruptStart::Enabled,
    ),
    (
        "portEXIT_CRITICAL",
        Effect::ExitCritical,
        InterruptStart::Enabled,
    ),
    (
        "taskENTER_CRITICAL",
        Effect::EnterCritical,
        InterruptStart::Enabled,
    ),
    (
        "taskEXIT_CRITICAL",
        Effect::ExitCritical,
        InterruptStart::Enabled,
    ),
    (
        "vPortEnterCritical",
        Effect::EnterCritical,
        InterruptStart::Enabled,
    ),
    (
        "vPortExitCritical",
        Effect::ExitCritical,
        InterruptStart::Enabled,
    ),
    ("__NOP", Effect::Nothing, InterruptStart::Enabled),
    ("__DSB", Effect::Nothing, InterruptStart::Enabled),
    ("__ISB", Effect::Nothing, InterruptStart::Enabled),
    ("__DMB", Effect::Nothing, InterruptStart::Enabled),
    ("__WFI", Effect::Nothing, InterruptStart::Enabled),
    ("__WFE", Effect::Nothing, InterruptStart::Enabled),
    (
        "__set_BASEPRI",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "__set_BASEPRI_MAX",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "__set_FAULTMASK",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "NVIC_EnableIRQ",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "NVIC_DisableIRQ",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "__NVIC_EnableIRQ",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "__NVIC_DisableIRQ",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "portSET_INTERRUPT_MASK_FROM_ISR",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "portCLEAR_INTERRUPT_MASK_FROM_ISR",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "taskENTER_CRITICAL_FROM_ISR",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
    (
        "taskEXIT_CRITICAL_FROM_ISR",
        Effect::NotModelled,
        InterruptStart::Enabled,
    ),
];

/// Instructions in lower case with single spaces. Others are not modelled.
pub(super) const INSTRUCTIONS: &[Row] = &[
    ("cpsid i", Effect::Mask, InterruptStart::Enabled),
    ("cpsie i", Effect::Unmask, InterruptStart::Enabled),
    ("cpsid f", Effect::MaskFaults, InterruptStart::Enabled),
    ("cpsie f", Effect::UnmaskFaults, InterruptStart::Enabled),
    ("mrs %0, primask", Effect::GetMask, InterruptStart::Enabled),
    ("msr primask, %0", Effect::SetMask, InterruptStart::Enabled),
    ("csrci mstatus, 8", Effect::Mask, InterruptStart::Masked),
    ("csrsi mstatus, 8", Effect::Unmask, InterruptStart::Masked),
    ("cli", Effect::Mask, InterruptStart::Masked),
    ("sei", Effect::Unmask, InterruptStart::Masked),
    ("nop", Effect::Nothing, InterruptStart::Enabled),
    ("dsb", Effect::Nothing, InterruptStart::Enabled),
    ("dsb sy", Effect::Nothing, InterruptStart::Enabled),
    ("isb", Effect::Nothing, InterruptStart::Enabled),
    ("isb sy", Effect::Nothing, InterruptStart::Enabled),
    ("dmb", Effect::Nothing, InterruptStart::Enabled),
    ("dmb sy", Effect::Nothing, InterruptStart::Enabled),
    ("wfi", Effect::Nothing, InterruptStart::Enabled),
    ("wfe", Effect::Nothing, InterruptStart::Enabled),
    ("sleep", Effect::Nothing, InterruptStart::Enabled),
    ("", Effect::Nothing, InterruptStart::Enabled),
];

/// Status registers whose bits mask interrupts: writing them is not modelled.
pub(super) const STATUS_REGISTERS: &[&str] = &["SREG", "PRIMASK", "BASEPRI", "FAULTMASK"];

/// The addresses of such registers: `SREG` of AVR.
pub(crate) const STATUS_ADDRESSES: &[i128] = &[0x5f];

/// What a function without a body does.
pub(super) fn function(name: &str) -> Option<Row> {
    FUNCTIONS.iter().find(|(known, ..)| *known == name).copied()
}

/// What inline assembler does; `NotModelled` where the table does not say.
pub(super) fn instruction(template: &str) -> Row {
    let words: Vec<&str> = template.split_whitespace().collect();
    let text = words.join(" ").to_lowercase();
    let text = text.trim_end_matches([';', ' ']);
    let known = INSTRUCTIONS.iter().find(|(known, ..)| *known == text);
    (known.copied()).unwrap_or(("", Effect::NotModelled, InterruptStart::Enabled))
}
