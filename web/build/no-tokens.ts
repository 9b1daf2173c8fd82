import { defaultTheme } from '@aws-amplify/ui-react'

// In place of three modules by which Amplify UI would make a theme in the browser. Ours is a style sheet, and nothing reads theirs.

/** In place of `tokens/index.mjs`. */
export const tokens = {}
export const reactNativeTokens = {}

/** In place of `createTheme.mjs`. */
export const createTheme = () => defaultTheme

/** In place of lodash's `kebabCase`, which writes the names of tokens. */
export default String
