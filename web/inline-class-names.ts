import { ComponentClassName } from '@aws-amplify/ui'
import type { Plugin } from 'vite'

const names: Readonly<Record<string, string>> = ComponentClassName

/** Amplify UI keeps the class names of all its components in one object, of which the pages would load a few hundred for some twenty. */
export const inlineClassNames = (): Plugin => ({
  name: 'inline-class-names',
  apply: 'build',
  transform: {
    filter: { id: /@aws-amplify\/ui-react\//, code: 'ComponentClassName.' },
    handler: (code) =>
      code.replace(/\bComponentClassName\.(\w+)/g, (whole, key: string) => {
        const name = names[key]
        return name === undefined ? whole : JSON.stringify(name)
      }),
  },
})
