import { swInterceptFetch, swUninterceptFetch } from "./swIntercept.ts";
import { workerMessageSend, workerMessagesRead, workersList } from "./workers.ts";

export const workerTools = [workersList, workerMessageSend, workerMessagesRead, swInterceptFetch, swUninterceptFetch];
