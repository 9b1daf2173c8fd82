import type { AreaNeeds, AreaRights } from './area-needs.ts'
import { type ItemFamily, itemFamilies } from './item-families.ts'

/**
 * Returns the needs of an area together with the rights that only the previous release uses. A stack grants these as well, because
 * the previous version of a function still serves calls while traffic shifts.
 */
export function withPreviousRights({ previous = {}, ...needs }: AreaNeeds): AreaNeeds {
  const { items = {}, objects = {}, ...others } = previous
  return { ...others, ...needs, items: joined(needs.items, items), objects: joined(needs.objects ?? {}, objects) }
}

/** Returns the rights among the needs of an area. Rights that the area lacks are left out. */
export function rightsAmong(needs: AreaNeeds): Partial<AreaRights> {
  const { items, objects, secret, seals, sendsMail, sendsTexts, copiesEvents, migrates, startsExports } = needs
  const rights = { items, objects, secret, seals, sendsMail, sendsTexts, copiesEvents, migrates, startsExports }
  return Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== undefined))
}

type Actions<A> = Readonly<Record<string, readonly A[]>>

const joined = <A>(one: Actions<A>, other: Actions<A>): Record<string, readonly A[]> =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      [...new Set([...(one[name] ?? []), ...(other[name] ?? [])])],
    ]),
  )

/** Returns each right as a text, such as `GetItem T#*#USERS`, `PutObject tenants/*` or `secret signing`, in order. */
export function listRights({ items = {}, objects = {}, mayNotUpdate: _, ...others }: Partial<AreaRights>): string[] {
  const families: Readonly<Record<string, ItemFamily>> = itemFamilies
  return [
    ...Object.entries(items).flatMap(([name, actions]) =>
      (families[name]?.partitions ?? []).flatMap((partition) => actions.map((action) => `${action} ${partition}`)),
    ),
    ...Object.entries(objects).flatMap(([prefix, actions]) => actions.map((action) => `${action} ${prefix}*`)),
    ...Object.entries(others).map(([name, value]) => (value === true ? name : `${name} ${value}`)),
  ].toSorted()
}
