import { defaultTheme } from '@aws-amplify/ui-react'

// This file replaces three modules with which Amplify UI would build a theme in the browser. Carelane's theme is a style sheet, and
// nothing reads Amplify's theme.

/** Replaces `tokens/index.mjs`. */
export const tokens = {}
export const reactNativeTokens = {}

/** Replaces `createTheme.mjs`. */
export const createTheme = () => defaultTheme

/** Replaces lodash's `kebabCase`, which formats the names of tokens. */
export default String
