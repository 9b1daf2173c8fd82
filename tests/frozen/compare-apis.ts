import type { DescribedCall, DescribedSchema, Parameter } from '#tests/support/document.ts'

/** An OpenAPI document, as far as programs and pages depend on it. */
export interface ApiDocument {
  paths: Record<string, Record<string, DescribedCall>>
  components: { schemas: Record<string, DescribedSchema>; parameters: Record<string, Parameter> }
}

interface Described {
  call: DescribedCall
  of: ApiDocument
}

/** What a request or a response may have at one place. The place of a status in a list of deliveries is `[].status`. */
interface Place {
  types: Set<string>
  isRequired: boolean
}
type Places = Map<string, Place>

/** Returns sentences that say what a program or a page written for `frozen` can no longer rely on in `today`. */
export const brokenPromises = (frozen: ApiDocument, today: ApiDocument): string[] =>
  Object.entries(frozen.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const now = today.paths[path]?.[method]
      const problems = now ? problemsOf({ call, of: frozen }, { call: now, of: today }) : ['is gone']
      return problems.map((problem) => `${method.toUpperCase()} ${path} ${problem}`)
    }),
  )

function problemsOf(before: Described, now: Described): string[] {
  const [sent, taken, answered, given] = [requestOf(before), requestOf(now), responseOf(before), responseOf(now)]
  // A page of this web app asks to be reloaded if it cannot read a response. A program cannot do that.
  const isForPrograms = before.call.security.some((scheme) => 'key' in scheme)
  return [
    ...[...sent].filter(([at, place]) => !takes(taken.get(at), place)).map(([at]) => `no longer takes ${at}`),
    ...[...taken].filter(([at, place]) => place.isRequired && isNew(at, sent)).map(([at]) => `requires ${at}`),
    ...[...answered]
      .filter(([at, place]) => isForPrograms && !isGiven(given.get(at), place))
      .map(([at]) => `no longer answers ${at} as before`),
  ]
}

const takes = (now: Place | undefined, { types }: Place) =>
  now !== undefined && [...types].every((type) => now.types.has(type) || now.types.has(type.replace(/[ :].*/, '')))

/** Whether a place was not required before. Inside an object that could not be sent before, it may be. */
const isNew = (at: string, sent: Places) =>
  sent.get(at)?.isRequired !== true && (sent.has(at) || !at.includes('.') || sent.has(at.slice(0, at.lastIndexOf('.'))))

/** A response may have further values of an enumeration, but no other type. */
const isGiven = (now: Place | undefined, before: Place) =>
  now !== undefined &&
  (now.isRequired || !before.isRequired) &&
  withoutValues(now).symmetricDifference(withoutValues(before)).size === 0

const withoutValues = ({ types }: Place) => new Set([...types].map((type) => type.split(' ')[0]))

function requestOf({ call, of }: Described): Places {
  const places: Places = new Map()
  for (const parameter of call.parameters) {
    const { $ref, in: where, name, required = false, schema } = parameter
    // A parameter with a reference is a header that many calls share.
    if (schema) addPlaces(places, schema, { at: `${where} ${name}`, isRequired: required, of })
    else places.set(`${$ref}`, { types: new Set(), isRequired: false })
  }
  const contents = Object.entries(call.requestBody?.content ?? {})
  // What a form requires beside JSON is not required, because JSON may be sent.
  for (const [media, { schema }] of contents)
    addPlaces(places, schema, {
      at: 'body',
      isRequired: true,
      of,
      isOption: contents.length > 1 && media !== 'application/json',
    })
  return places
}

function responseOf({ call, of }: Described): Places {
  const places: Places = new Map()
  for (const [status, { content = {} }] of Object.entries(call.responses))
    for (const { schema } of Object.values(content))
      if (status.startsWith('2')) addPlaces(places, schema, { at: 'body', isRequired: true, of })
  return places
}

/** Adds what a schema allows at a place and below it. A type is a word such as `string`, `string:uuid` or `string "sent"`. */
function addPlaces(
  places: Places,
  schema: DescribedSchema,
  here: { at: string; isRequired: boolean; isOption?: boolean; of: ApiDocument },
) {
  const { $ref, anyOf, oneOf = anyOf, items, properties = {}, required = [], type = [], format } = schema
  const target = $ref && here.of.components.schemas[$ref.split('/').at(-1) ?? '']
  const instead = target ? [target] : oneOf
  if (instead) {
    // What one of several forms requires is not required, because another form may be sent.
    const isOption = here.isOption || instead.filter((form) => form.type !== 'null').length > 1
    for (const form of instead) addPlaces(places, form, { ...here, isOption })
    return
  }
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  const place = places.get(here.at) ?? { types: new Set(), isRequired: true }
  for (const one of values?.map((value) => `${typeof value} ${JSON.stringify(value)}`) ?? [type].flat())
    place.types.add(format && !values ? `${one}:${format}` : `${one}`)
  places.set(here.at, { ...place, isRequired: place.isRequired && here.isRequired })
  const { isOption = false, ...below } = here
  if (items) addPlaces(places, items, { ...below, at: `${here.at}[]` })
  for (const [name, inner] of Object.entries(properties))
    addPlaces(places, inner, { ...below, at: `${here.at}.${name}`, isRequired: required.includes(name) && !isOption })
}
