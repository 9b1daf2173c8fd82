import type { Plugin } from 'vite'

const importsSheet = /import (\w+) from '([^']*?([\w-]+)\.module\.css)'/g

/** The class of a sheet of ours. No two sheets have one name (tests/rooms/look.test.ts). */
export const className = (sheet: string, name: string) => `${sheet}_${name}`

/** `styles.row` becomes `'list_row'`. Where a variable chooses the class, the table of its sheet stays. */
export function withClassNames(code: string): string {
  let written = code
  for (const [imports, styles = '', path = '', sheet = ''] of code.matchAll(importsSheet)) {
    if (code.includes(`${styles}[`)) continue
    // What stands in a path has the same name.
    const uses = new RegExp(`(?<![\\w./'-])${styles}\\.(\\w+)`, 'g')
    written = written
      .replaceAll(uses, (_, name: string) => `'${className(sheet, name)}'`)
      .replace(imports, `import '${path}'`)
  }
  return written
}

/** Writes the class names of our sheets where they are used: a chunk would load a table of all that any other uses. */
export const writeClassNames = (): Plugin[] => [
  {
    name: 'write-class-names',
    enforce: 'pre',
    apply: 'build',
    transform: { filter: { id: /\/web\/.*\.tsx$/, code: '.module.css' }, handler: withClassNames },
  },
  {
    name: 'keep-sheets',
    enforce: 'post',
    apply: 'build',
    // Vite drops a sheet of whose table nothing is used.
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  },
]
