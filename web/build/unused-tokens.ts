import type { Plugin } from 'vite'

const declaration = /(--amplify-[\w-]+)\s*:\s*[^;{}]*(;|(?=\}))/g
const reference = /var\(\s*(--amplify-[\w-]+)/g

/** Removes Amplify's tokens (CSS variables) that no sheet refers to, and then the tokens to which only removed tokens referred. */
export function withoutUnusedTokens(sheets: readonly string[]): string[] {
  const used = new Set(Array.from(sheets.join('').matchAll(reference), ([, name]) => name))
  const kept = sheets.map((css) => css.replace(declaration, (text, name: string) => (used.has(name) ? text : '')))
  return kept.every((css, sheet) => css === sheets[sheet]) ? kept : withoutUnusedTokens(kept)
}

/**
 * Drops the unused tokens (CSS variables) from the style sheets. Amplify UI's base sheet declares two thousand tokens, those of all
 * its components, but the app uses five components. Saves 9.3 kB (gzip) of each signed-in page's style sheets.
 */
export const unusedTokensPlugin = (): Plugin => ({
  name: 'drop-unused-tokens',
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
