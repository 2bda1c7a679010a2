import { awaitHuman } from "./awaitHuman.ts";
import { answerQuestion, listQuestions } from "./questions.ts";

export const peopleTools = [awaitHuman, listQuestions, answerQuestion];
