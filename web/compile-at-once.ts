import type { Plugin } from 'vite'

/** For a smaller file the line weighs more than it wins. */
const fromLength = 20_000
/** Most of what is in these is not called. */
const openedRarely = /^(reference-screen|make-packet|decode)$/

/** Has Chrome compile a whole file beside the page, which would otherwise wait for each function when it is first called. */
export const compileAtOnce = (): Plugin => ({
  name: 'compile-at-once',
  enforce: 'post',
  apply: 'build',
  generateBundle: {
    // The line has to be the first, before the ones that Vite adds.
    order: 'post',
    handler(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && output.code.length >= fromLength && !openedRarely.test(output.name))
          output.code = `//# allFunctionsCalledOnLoad\n${output.code}`
    },
  },
})
