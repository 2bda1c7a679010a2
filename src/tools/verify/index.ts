import { verifyCount } from "./verifyCount.ts";
import { verifyAttribute, verifyText, verifyValue, verifyVisible } from "./verifyElement.ts";
import { verifyPredicate } from "./verifyPredicate.ts";

export const verifyTools = [verifyVisible, verifyText, verifyValue, verifyCount, verifyAttribute, verifyPredicate];
