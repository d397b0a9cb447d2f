//! What functions and instructions do to the masks of interrupts: names that count where the program has no body for
//! them.

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
    /// The last critical section that ends takes the mask away, whoever set it.
    ExitCritical,
    /// Nothing.
    Nothing,
    /// Something that is not modelled.
    NotModelled,
}

/// How interrupts are at the start of the program: masked where it unmasks them by something that only machines have
/// that begin so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reset {
    Enabled,
    Masked,
}

/// A name with its effect, and how a machine that has it starts.
pub(super) type Row = (&'static str, Effect, Reset);

/// Functions.
pub(super) const FUNCTIONS: &[Row] = &[
    ("__disable_irq", Effect::Mask, Reset::Enabled),
    ("__enable_irq", Effect::Unmask, Reset::Enabled),
    ("__set_PRIMASK", Effect::SetMask, Reset::Enabled),
    ("__get_PRIMASK", Effect::GetMask, Reset::Enabled),
    ("__disable_fault_irq", Effect::MaskFaults, Reset::Enabled),
    ("__enable_fault_irq", Effect::UnmaskFaults, Reset::Enabled),
    ("__disable_interrupt", Effect::Mask, Reset::Enabled),
    ("__enable_interrupt", Effect::Unmask, Reset::Enabled),
    ("disable_interrupts", Effect::Mask, Reset::Enabled),
    ("enable_interrupts", Effect::Unmask, Reset::Enabled),
    ("noInterrupts", Effect::Mask, Reset::Enabled),
    ("interrupts", Effect::Unmask, Reset::Enabled),
    ("cli", Effect::Mask, Reset::Masked),
    ("sei", Effect::Unmask, Reset::Masked),
    ("__builtin_avr_cli", Effect::Mask, Reset::Masked),
    ("__builtin_avr_sei", Effect::Unmask, Reset::Masked),
    ("portDISABLE_INTERRUPTS", Effect::Mask, Reset::Enabled),
    ("portENABLE_INTERRUPTS", Effect::Unmask, Reset::Enabled),
    ("taskDISABLE_INTERRUPTS", Effect::Mask, Reset::Enabled),
    ("taskENABLE_INTERRUPTS", Effect::Unmask, Reset::Enabled),
    ("portENTER_CRITICAL", Effect::EnterCritical, Reset::Enabled),
    ("portEXIT_CRITICAL", Effect::ExitCritical, Reset::Enabled),
    ("taskENTER_CRITICAL", Effect::EnterCritical, Reset::Enabled),
    ("taskEXIT_CRITICAL", Effect::ExitCritical, Reset::Enabled),
    ("vPortEnterCritical", Effect::EnterCritical, Reset::Enabled),
    ("vPortExitCritical", Effect::ExitCritical, Reset::Enabled),
    ("__NOP", Effect::Nothing, Reset::Enabled),
    ("__DSB", Effect::Nothing, Reset::Enabled),
    ("__ISB", Effect::Nothing, Reset::Enabled),
    ("__DMB", Effect::Nothing, Reset::Enabled),
    ("__WFI", Effect::Nothing, Reset::Enabled),
    ("__WFE", Effect::Nothing, Reset::Enabled),
    ("__set_BASEPRI", Effect::NotModelled, Reset::Enabled),
    ("__set_BASEPRI_MAX", Effect::NotModelled, Reset::Enabled),
    ("__set_FAULTMASK", Effect::NotModelled, Reset::Enabled),
    ("NVIC_EnableIRQ", Effect::NotModelled, Reset::Enabled),
    ("NVIC_DisableIRQ", Effect::NotModelled, Reset::Enabled),
    ("__NVIC_EnableIRQ", Effect::NotModelled, Reset::Enabled),
    ("__NVIC_DisableIRQ", Effect::NotModelled, Reset::Enabled),
    (
        "portSET_INTERRUPT_MASK_FROM_ISR",
        Effect::NotModelled,
        Reset::Enabled,
    ),
    (
        "portCLEAR_INTERRUPT_MASK_FROM_ISR",
        Effect::NotModelled,
        Reset::Enabled,
    ),
    (
        "taskENTER_CRITICAL_FROM_ISR",
        Effect::NotModelled,
        Reset::Enabled,
    ),
    (
        "taskEXIT_CRITICAL_FROM_ISR",
        Effect::NotModelled,
        Reset::Enabled,
    ),
];

/// Instructions in lower case with single spaces. Others are not modelled.
pub(super) const INSTRUCTIONS: &[Row] = &[
    ("cpsid i", Effect::Mask, Reset::Enabled),
    ("cpsie i", Effect::Unmask, Reset::Enabled),
    ("cpsid f", Effect::MaskFaults, Reset::Enabled),
    ("cpsie f", Effect::UnmaskFaults, Reset::Enabled),
    ("mrs %0, primask", Effect::GetMask, Reset::Enabled),
    ("msr primask, %0", Effect::SetMask, Reset::Enabled),
    ("csrci mstatus, 8", Effect::Mask, Reset::Masked),
    ("csrsi mstatus, 8", Effect::Unmask, Reset::Masked),
    ("cli", Effect::Mask, Reset::Masked),
    ("sei", Effect::Unmask, Reset::Masked),
    ("nop", Effect::Nothing, Reset::Enabled),
    ("dsb", Effect::Nothing, Reset::Enabled),
    ("dsb sy", Effect::Nothing, Reset::Enabled),
    ("isb", Effect::Nothing, Reset::Enabled),
    ("isb sy", Effect::Nothing, Reset::Enabled),
    ("dmb", Effect::Nothing, Reset::Enabled),
    ("dmb sy", Effect::Nothing, Reset::Enabled),
    ("wfi", Effect::Nothing, Reset::Enabled),
    ("wfe", Effect::Nothing, Reset::Enabled),
    ("sleep", Effect::Nothing, Reset::Enabled),
    ("", Effect::Nothing, Reset::Enabled),
];

/// Status registers whose bits mask interrupts: writing them is not modelled.
pub(super) const STATUS_REGISTERS: &[&str] = &["SREG", "PRIMASK", "BASEPRI", "FAULTMASK"];

/// The addresses of such registers: `SREG` of AVR.
pub(super) const STATUS_ADDRESSES: &[i128] = &[0x5f];

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
    (known.copied()).unwrap_or(("", Effect::NotModelled, Reset::Enabled))
}
