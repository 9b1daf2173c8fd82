import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data/forLegacyNode'
import { oldestBrowsers } from '../../web/build/oldest-browsers.ts'

const { ios, ...desktop } = oldestBrowsers
const oldest = Object.entries({ ...desktop, safari_ios: ios })

/** Compares versions such as `17.4`, by each of their numbers. */
const isLater = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true }) > 0 && Number(version) !== Number(than)

function isSupported({ support }: CompatStatement) {
  return oldest.every(([name, version]) =>
    [Object.entries(support).find(([browser]) => browser === name)?.[1] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed, flags, prefix, alternative_name }) =>
          typeof added === 'string' &&
          added !== 'preview' &&
          !isLater(added.replace('≤', ''), version) &&
          !(version_removed || flags || prefix || alternative_name),
      ),
  )
}

function partsOf(whole: Identifier | undefined): [name: string, part: Identifier][] {
  const names = Object.keys(whole ?? {}).filter((name) => name !== '__compat')
  return names.map((name) => [name, whole?.[name] ?? {}])
}

/**
 * Returns the names of the functions that one of the oldest supported browsers lacks, by the compatibility tables of MDN. A name
 * is left out if all of them have it at another type, because a built file does not show the type.
 */
export function functionsLacked() {
  const [constructors, lacked, known] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const [type, whole] of [...partsOf(bcd.javascript.builtins), ...partsOf(bcd.api)]) {
    if (whole.__compat && !isSupported(whole.__compat)) constructors.add(type)
    else
      for (const [member, { __compat }] of partsOf(whole)) {
        if (__compat) (isSupported(__compat) ? known : lacked).add(member.replace(/_static$/, ''))
      }
  }
  return { methods: new Set([...lacked].filter((name) => !known.has(name))), constructors }
}
