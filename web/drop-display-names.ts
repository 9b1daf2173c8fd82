import type { Plugin } from 'vite'

/** A bundler keeps what a library writes into, used or not: the names for development tools keep the router's forms and scroll positions. */
export const dropDisplayNames = (): Plugin => ({
  name: 'drop-display-names',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
})
