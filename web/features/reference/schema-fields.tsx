import { NamedFacts } from './named-facts.tsx'
import { type DocumentSchema, lastSegment } from './reference-document.ts'
import styles from './reference-screen.module.css'
import { TextWithCode } from './text-with-code.tsx'

/** A schema in a few words: its name, its allowed values, or its type and format. */
export function SchemaType({ schema }: { schema: DocumentSchema }) {
  const { $ref, type, format, items, anyOf, oneOf, const: only } = schema
  const choices = anyOf ?? oneOf
  if ($ref) return <a href={`#${lastSegment($ref)}`}>{lastSegment($ref)}</a>
  if (choices)
    return choices.map((choice, i) => (
      <span key={JSON.stringify(choice)}>
        {i > 0 && ' or '}
        <SchemaType schema={choice} />
      </span>
    ))
  if (items)
    return (
      <>
        list of <SchemaType schema={items} />
      </>
    )
  if (schema.enum || only !== undefined)
    return <code>{(schema.enum ?? [only]).map((value) => JSON.stringify(value)).join(' | ')}</code>
  return [[type ?? 'anything'].flat().join(' or '), format && ` (${format})`]
}

/** The keywords that `SchemaRules` does not list as rules. They are shown in other ways; `examples` only for named schemas. */
const shown = new Set(
  ['$ref', 'type', 'format', 'description', 'enum', 'const', 'anyOf', 'oneOf'].concat(
    ...['items', 'properties', 'required', 'examples'],
  ),
)

/** The description, the rules (such as `maxLength`) and the fields of a schema and of its nested schemas. */
export function SchemaRules({ schema }: { schema: DocumentSchema }) {
  const { description, items, anyOf = [], oneOf = [] } = schema
  const rules = Object.entries(schema).filter(([keyword]) => !shown.has(keyword))
  const fields = fieldsOf(schema)
  return (
    <>
      {description && <TextWithCode text={description} />}
      {rules.map(([keyword, value]) => (
        <div key={keyword} className="muted">
          <code>{`${keyword}: ${JSON.stringify(value)}`}</code>
        </div>
      ))}
      {[...(items ? [items] : []), ...anyOf, ...oneOf].map((inner) => (
        <SchemaRules key={JSON.stringify(inner)} schema={inner} />
      ))}
      {fields.length > 0 && <FieldFacts fields={fields} name="Fields" />}
    </>
  )
}

export interface SchemaField {
  name: string
  schema: DocumentSchema
  isRequired: boolean
  /** The location of a parameter: path, query or header. */
  place?: string | undefined
  description?: string | undefined
  example?: unknown
}

const fieldsOf = ({ properties = {}, required = [] }: DocumentSchema): SchemaField[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }))

/** The fields of a schema, or the parameters of a call, each with its type and rules. */
export function FieldFacts({ fields, name }: { fields: readonly SchemaField[]; name: string }) {
  return (
    <NamedFacts name={name}>
      {fields.map(({ name: field, schema, isRequired, place, description, example }) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
            <div className="muted">{[place, isRequired && 'required'].filter(Boolean).join(', ')}</div>
          </dt>
          <dd>
            <SchemaType schema={schema} />
            {description && <TextWithCode text={description} />}
            <SchemaRules schema={schema} />
            {example !== undefined && <TextWithCode text={`Example: \`${example}\``} />}
          </dd>
        </div>
      ))}
    </NamedFacts>
  )
}

/** A named schema with its fields and an example. */
export function NamedSchema({ name, schema }: { name: string; schema: DocumentSchema }) {
  const { examples: [example] = [] } = schema
  return (
    <details>
      <summary>
        <h3>{name}</h3>
      </summary>
      <div id={name} tabIndex={-1} className={styles.opened}>
        <p>
          <SchemaType schema={schema} />
        </p>
        <SchemaRules schema={schema} />
        {example !== undefined && <pre className={styles.example}>{JSON.stringify(example, null, 2)}</pre>}
      </div>
    </details>
  )
}
