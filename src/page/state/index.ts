import type { StateApi } from "./api.ts";
import { cacheApi } from "./cacheStorage.ts";
import { cookieText } from "./cookieText.ts";
import { databaseApi } from "./database.ts";
import { longTextApi } from "./longText.ts";
import { originState } from "./originState.ts";
import { pageFetch } from "./pageFetch.ts";
import { webStorage } from "./webStorage.ts";

export const state: StateApi = { ...webStorage, ...cacheApi, ...databaseApi, ...originState, ...longTextApi, cookieText, pageFetch };
