/** Tools know of the gates through sessions. */
export { contextOf, rememberPassphrase } from "../guard/clientCertificates.ts";
