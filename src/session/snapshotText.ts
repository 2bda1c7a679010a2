/** A snapshot's lines as text: page code counts with the same words, so that its budget holds. */
export { agentLine, agentText, fitting, isNote, isText, marksText, onOneLine, quote, roleAndName, type SnapshotLine } from "../page/see/line.ts";
