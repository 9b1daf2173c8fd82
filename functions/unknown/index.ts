import { openLog } from '../http/log.ts'
import { answerUnknown } from './answer-unknown.ts'

/** It has no right to anything of the product. */
export const handler = answerUnknown(openLog(process.env.LOG_LEVEL))
