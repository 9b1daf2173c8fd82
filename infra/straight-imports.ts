import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'

const sdkFiles = /node_modules\/@(aws|aws-sdk|smithy)\/.*\/dist-es\/.*\.js$/
const sdkImport = /^import \{([^}]*)\} from "(@(?:aws-sdk|smithy)\/[^"]+)";$/gm
/** Which would make a file of its own out of a module that is there already. */
const builtinImport = /await import\(["'](node:\w+)["']\)/g
const reexport = /^export \{([^}]*)\} from "([^"]+)";$/gm
const imported = /^import \{([^}]*)\} from "([^"]+)";$/gm
const exportedLater = /^export \{([^}]*)\};$/gm

/** How many imports of the SDK's packages a file has, as far as the pattern reads them: a test counts the others. */
export const sdkImports = (source: string): number => [...source.matchAll(sdkImport)].length

interface Place {
  file: string
  name: string
}

/**
 * Has the SDK's files import each thing from the file that defines it, not from an index of everything: through an index, all
 * that a client loaded on demand needs of the SDK's core (XML for S3) would be loaded at every start. What it cannot follow
 * stays as it is.
 */
export const straightImportsPlugin: Plugin = {
  name: 'straight-imports',
  setup(build) {
    const places = new Map<string, Promise<Place>>()
    const locate = (place: Place): Promise<Place> => {
      const key = `${place.file} ${place.name}`
      const found = places.get(key) ?? follow(build, place, locate)
      places.set(key, found)
      return found
    }
    build.onLoad({ filter: sdkFiles }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const straight = [...text.matchAll(sdkImport)].map(async ([statement, names = '', from = '']) => {
        const index = await resolve(build, from, path)
        if (!index) return statement
        const lines = namesOf(names).map(async ({ outer, inner }) => {
          const { file, name } = await locate({ file: index, name: outer })
          return `import { ${name} as ${inner} } from ${JSON.stringify(file)};`
        })
        return (await Promise.all(lines)).join('\n')
      })
      const statements = await Promise.all(straight)
      const direct = text.replace(builtinImport, (_, name) => `process.getBuiltinModule(${JSON.stringify(name)})`)
      return { contents: direct.replace(sdkImport, () => statements.shift() ?? ''), loader: 'js' }
    })
  },
}

/** `a, b as c`: what each is called outside and inside the file that says it. */
const namesOf = (names: string) =>
  names
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [outer = '', inner = outer] = part.split(/\s+as\s+/)
      return { outer, inner }
    })

async function resolve(build: PluginBuild, from: string, importer: string) {
  const { path, namespace, external, errors } = await build.resolve(from, {
    kind: 'import-statement',
    importer,
    resolveDir: dirname(importer),
  })
  return errors.length === 0 && !external && namespace === 'file' && sdkFiles.test(path) ? path : undefined
}

/** Where an export is defined: in the file itself, or where that has it from. */
async function follow(build: PluginBuild, { file, name }: Place, locate: (place: Place) => Promise<Place>) {
  const text = await readFile(file, 'utf8')
  const search = async (statements: RegExp, wanted: string) => {
    for (const [, names = '', from = ''] of text.matchAll(statements)) {
      const found = namesOf(names).find(({ inner }) => inner === wanted)
      const source = found && (await resolve(build, from, file))
      if (source) return locate({ file: source, name: found.outer })
    }
    return undefined
  }
  const later = [...text.matchAll(exportedLater)].flatMap(([, names = '']) => namesOf(names))
  const local = later.find(({ inner }) => inner === name)?.outer
  return (await search(reexport, name)) ?? (local ? await search(imported, local) : undefined) ?? { file, name }
}
