//! `LANESUM_COSTS`, which says where costs are to come from.

crate::setting::setting! {
    /// Where the costs come from by which kernels are chosen: a value of `LANESUM_COSTS`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Costs {
        /// All are measured, the first time that an algorithm is used.
        Measured = "measured",
        /// The table of the nearest CPU, else the model. Nothing is measured.
        Table = "table",
        /// The model.
        Model = "model",
    }

    /// A name that `LANESUM_COSTS` does not know.
    pub struct ParseCostsError = "unknown source of costs";

    /// What `LANESUM_COSTS` says: `None` where it is unset or empty. Then costs are those of
    /// the table or the model, until batches have been run that are worth measuring for.
    ///
    /// It is read once. The library itself takes a name that it does not know for none; a
    /// program that wants to refuse one asks here first.
    pub fn costs = "LANESUM_COSTS";
}
