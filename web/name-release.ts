import type { Plugin } from 'vite'

async function hashOf(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Names the build in its document, by a hash of all its file names: each holds a hash of its content. */
export const nameRelease = (): Plugin => ({
  name: 'name-release',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const content = await hashOf([...Object.keys(bundle).sort(), html].join('\n'))
      return [{ tag: 'meta', attrs: { name: 'release', content }, injectTo: 'head' }]
    },
  },
})
