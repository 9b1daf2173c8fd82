import type { Plugin } from 'vite'

const declaration = /(--amplify-[\w-]+)\s*:\s*[^;{}]*(;|(?=\}))/g
const reference = /var\(\s*(--amplify-[\w-]+)/g

/** The sheets without those of Amplify's tokens that none of them refers to, nor what only such tokens referred to. */
export function withoutUnusedTokens(sheets: readonly string[]): string[] {
  const used = new Set(Array.from(sheets.join('').matchAll(reference), ([, name]) => name))
  const kept = sheets.map((css) => css.replace(declaration, (text, name: string) => (used.has(name) ? text : '')))
  return kept.every((css, sheet) => css === sheets[sheet]) ? kept : withoutUnusedTokens(kept)
}

/** The code that makes themes in the browser, with all tokens again. Our theme is a style sheet, so none of it is used. */
const unused: readonly [module: RegExp, code: string][] = [
  [/theme\/tokens\/index\.mjs$/, 'export const tokens = {}, reactNativeTokens = {}'],
  [
    /theme\/createTheme\/createTheme\.mjs$/,
    `import { defaultTheme } from '../defaultTheme.mjs'\nexport const createTheme = () => defaultTheme`,
  ],
  // It writes the names of tokens.
  [/lodash\/kebabCase\.js$/, 'export default String'],
]

/** Amplify UI declares the tokens of all its components, two thousand, in its base sheet and in its code; we show some six of them. */
export const dropUnusedTokens = (): Plugin => ({
  name: 'drop-unused-tokens',
  load: {
    filter: { id: /@aws-amplify\/ui\/dist\/esm\/theme\/|lodash\/kebabCase/ },
    handler: (id) => unused.find(([module]) => module.test(id))?.[1],
  },
  generateBundle(_, bundle) {
    const sheets = Object.values(bundle).flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') && typeof file.source === 'string'
        ? [{ file, css: file.source }]
        : [],
    )
    const kept = withoutUnusedTokens(sheets.map(({ css }) => css))
    for (const [index, { file }] of sheets.entries()) file.source = kept[index] ?? ''
  },
})
