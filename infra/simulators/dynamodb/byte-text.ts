import { isUtf8 } from 'node:buffer'

/*
 * DynamoDB counts and compares strings by their bytes in UTF-8; dynalite counts and compares the characters of JavaScript. So the
 * simulator turns every string in a request, also the names of attributes, into a string that has one character for each byte.
 * dynalite computes with these strings and stores them. Only requests and responses contain the original text.
 */

/**
 * Parses a request's body as JSON. Every string in the result has one character for each byte. Throws a SyntaxError if the body is
 * not JSON. A body without `\u` escapes already has these bytes, so it is parsed only once.
 */
export const parseBodyAsByteStrings = (body: Buffer): unknown =>
  isUtf8(body) && !body.includes('\\u')
    ? JSON.parse(body.toString('latin1'))
    : toByteStrings(JSON.parse(body.toString()))

export const encodeAnswerBody = (answer: object): Buffer => Buffer.from(JSON.stringify(answer), 'latin1')

/**
 * Returns the same value with every string as bytes, one character for each byte. The value is written as JSON in UTF-8, where
 * letters are not escaped, and read back with one character for each byte.
 */
export function toByteStrings<Plain>(value: Plain): Plain {
  return JSON.parse(Buffer.from(JSON.stringify(value)).toString('latin1'))
}
