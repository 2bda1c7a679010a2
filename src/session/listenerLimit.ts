/**
 * More listeners than this for one event are leaked ones, and Node says so in the daemon's log. An action, a wait and a subscriber have one
 * or two each, and they are gone when it ends.
 */
export const LISTENER_LIMIT = 30;
