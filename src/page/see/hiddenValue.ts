/** What stands for a password that is there. */
export const HIDDEN_VALUE = "•••";
