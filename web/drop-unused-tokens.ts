import type { Plugin } from 'vite'

const declaration = /(--amplify-[\w-]+)\s*:\s*[^;{}]*(;|(?=\}))/g
const reference = /var\(\s*(--amplify-[\w-]+)/g

/** The sheets without those of Amplify's tokens that none of them refers to, nor what only such tokens referred to. */
export function withoutUnusedTokens(sheets: readonly string[]): string[] {
  const used = new Set(Array.from(sheets.join('').matchAll(reference), ([, name]) => name))
  const kept = sheets.map((css) => css.replace(declaration, (text, name: string) => (used.has(name) ? text : '')))
  return kept.every((css, sheet) => css === sheets[sheet]) ? kept : withoutUnusedTokens(kept)
}

/**
 * The tokens once more, and what makes a sheet of them in the browser. Ours is a sheet: components ask their theme for nothing
 * but its breakpoints.
 */
const themeCode = new Map([
  ['@aws-amplify/ui/dist/esm/theme/tokens/index.mjs', 'export const tokens = {}; export const reactNativeTokens = {}'],
  [
    '@aws-amplify/ui/dist/esm/theme/createTheme/createTheme.mjs',
    `import { defaultTheme } from '../defaultTheme.mjs'; export const createTheme = () => defaultTheme`,
  ],
  // It writes the names of tokens.
  ['lodash/kebabCase.js', 'export default String'],
])

/** Amplify UI declares the tokens of all its components, two thousand, in its base sheet and in its code; we show some six of them. */
export const dropUnusedTokens = (): Plugin => ({
  name: 'drop-unused-tokens',
  load: {
    filter: { id: /@aws-amplify\/ui\/|lodash\/kebabCase/ },
    handler: (id) => themeCode.get(id.split('/node_modules/').at(-1) ?? ''),
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
