import { useDeferredValue, useEffect } from 'react'
import { openApiPath } from '#shared/api/document-path.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { LonePage } from '../../ui/lone-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { NamedFacts } from './named-facts.tsx'
import {
  type DocumentAnswer,
  type DocumentBody,
  type DocumentOperation,
  type DocumentParameter,
  lastSegment,
  type ReferenceDocument,
  useReferenceDocument,
} from './reference-document.ts'
import styles from './reference-screen.module.css'
import { FieldFacts, NamedSchema, type SchemaField, SchemaRules, SchemaType } from './schema-fields.tsx'
import { ParagraphsWithCode, TextWithCode } from './text-with-code.tsx'

/** The page `/docs`, for programmers: every call of the API. */
export function ReferenceScreen() {
  const { data, isError, isFetching, refetch } = useReferenceDocument()
  return (
    <LonePage title="API">
      <div className={styles.page}>
        {data ? (
          <Reference {...data} />
        ) : isError ? (
          <FailedState message="Failed to load the API documentation" busy={isFetching} onRetry={() => refetch()} />
        ) : (
          <Spinner />
        )}
      </div>
    </LonePage>
  )
}

function Reference({ info, servers, tags, paths, components }: ReferenceDocument) {
  // The first picture has only the introduction. The calls and schemas follow at once, so that a search in the page finds them.
  const isWhole = useDeferredValue(true, false)
  useLinkedPart(isWhole)
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
  return (
    <>
      <h1>{`${info.title} ${info.version}`}</h1>
      <p>
        <a href={openApiPath}>OpenAPI document</a>
      </p>
      <Contents areas={tags.map(({ name }) => name)} />
      <ParagraphsWithCode text={info.description} />
      <ServersAndSecurity servers={servers} schemes={components.securitySchemes} />
      {isWhole && (
        <>
          {tags.map(({ name, description }) => (
            <section key={name} id={name} tabIndex={-1} className={styles.group}>
              <h2>{name}</h2>
              <TextWithCode text={description} />
              {calls
                .filter(({ operation }) => operation.tags.includes(name))
                .map((call) => (
                  <OperationDetails key={call.operation.operationId} {...call} components={components} />
                ))}
            </section>
          ))}
          <section id={schemasId} tabIndex={-1} className={styles.group}>
            <h2>Schemas</h2>
            {Object.entries(components.schemas).map(([name, schema]) => (
              <NamedSchema key={name} name={name} schema={schema} />
            ))}
          </section>
        </>
      )}
    </>
  )
}

const schemasId = 'schemas'

/**
 * Goes to the part of the page that the address names after `#`, once the page is whole. The browser looked for that part before the
 * document had loaded, so this makes the browser look again.
 */
function useLinkedPart(isWhole: boolean) {
  useEffect(() => {
    if (isWhole && window.location.hash) window.location.replace(window.location.hash)
  }, [isWhole])
}

function Contents({ areas }: { areas: readonly string[] }) {
  return (
    <nav aria-label="Contents" className={styles.contents}>
      {[...areas, schemasId].map((id) => (
        <a key={id} href={`#${id}`} className="reach">
          {id}
        </a>
      ))}
    </nav>
  )
}

interface ServersAndSecurityProps {
  servers: ReferenceDocument['servers']
  schemes: ReferenceDocument['components']['securitySchemes']
}

function ServersAndSecurity({ servers, schemes }: ServersAndSecurityProps) {
  return (
    <>
      <h2>Servers</h2>
      {servers.map(({ url, description }) => (
        <TextWithCode key={url} text={`\`${url}\`: ${description}`} />
      ))}
      <h2>Security</h2>
      {Object.entries(schemes).map(([name, { scheme, bearerFormat, description }]) => (
        <div key={name} id={name} tabIndex={-1}>
          <TextWithCode text={`\`${name}\` (${[scheme, bearerFormat].filter(Boolean).join(', ')}): ${description}`} />
        </div>
      ))}
    </>
  )
}

type Components = ReferenceDocument['components']

interface Props {
  method: string
  path: string
  operation: DocumentOperation
  components: Components
}

/** A call of the API: a line that unfolds to show who may make the call, its parameters, its body and its responses. */
function OperationDetails({ method, path, operation, components }: Props) {
  const { operationId, summary, description, deprecated, requestBody } = operation
  const parameters = parametersOf(operation, components)
  return (
    <details>
      <summary className={styles.call}>
        <span className={styles.method}>{method.toUpperCase()}</span>
        <code>{path}</code>
        <span>
          {summary}
          {deprecated && ' (deprecated)'}
        </span>
      </summary>
      <div id={operationId} tabIndex={-1} className={styles.opened}>
        <AccessLine operation={operation} />
        {description && <ParagraphsWithCode text={description} />}
        {parameters.length > 0 && <FieldFacts fields={parameters} name="Parameters" />}
        {requestBody && <BodyContent body={requestBody} limits={operation['x-body-limit-bytes']} />}
        <Answers answers={operation.responses} components={components} />
      </div>
    </details>
  )
}

/** The line with the call's name (a link to the call), who may make the call, and the kinds of token that the call accepts. */
function AccessLine({ operation }: Pick<Props, 'operation'>) {
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme))
  return (
    <p className="muted">
      <a href={`#${operation.operationId}`}>{operation.operationId}</a>
      {`, access: ${operation['x-access']}, security: `}
      {schemes.length === 0
        ? 'none'
        : schemes.map((scheme) => (
            <a key={scheme} href={`#${scheme}`}>
              {scheme}
            </a>
          ))}
    </p>
  )
}

const parametersOf = ({ parameters }: DocumentOperation, components: Components): SchemaField[] =>
  parameters
    .map(
      (parameter): DocumentParameter =>
        parameter.$ref ? (components.parameters[lastSegment(parameter.$ref)] ?? {}) : parameter,
    )
    .map(({ name = '', in: place, required = false, description, schema = {}, example }) => ({
      name,
      place,
      description,
      schema,
      example,
      isRequired: required,
    }))

interface BodyContentProps {
  body: DocumentBody
  limits: DocumentOperation['x-body-limit-bytes']
}

function BodyContent({ body, limits }: BodyContentProps) {
  return Object.entries(body.content).map(([type, { schema, encoding = {} }]) => (
    <div key={type}>
      Body, as <code>{type}</code>: <SchemaType schema={schema} />
      {`, at most ${limits?.[type.startsWith('multipart/') ? 'form' : 'json']} bytes`}
      <SchemaRules schema={schema} />
      {Object.entries(encoding).map(([part, { contentType }]) => (
        <TextWithCode key={part} text={`\`${part}\`: ${contentType}`} />
      ))}
    </div>
  ))
}

interface AnswersProps {
  answers: Record<string, DocumentAnswer>
  components: Components
}

function Answers({ answers, components }: AnswersProps) {
  return (
    <NamedFacts name="Responses">
      {Object.entries(answers).map(([status, answer]) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <AnswerWords answer={answer} components={components} />
          </dd>
        </div>
      ))}
    </NamedFacts>
  )
}

/** This header is not listed with each response, because the introduction says that all responses have it. */
const requestId = 'x-request-id'

function AnswerWords({ answer, components }: { answer: DocumentAnswer; components: Components }) {
  const headers = Object.entries(answer.headers ?? {}).filter(([name]) => name !== requestId)
  return (
    <>
      <TextWithCode text={answer.description} />
      {Object.values(answer.content ?? {}).map(({ schema }) => (
        <div key={JSON.stringify(schema)}>
          <SchemaType schema={schema} />
        </div>
      ))}
      {headers.map(([name, { $ref }]) => {
        const { description = '', example } = components.headers[lastSegment($ref)] ?? {}
        return <TextWithCode key={name} text={`\`${name}\`: ${description} Example: \`${example}\``} />
      })}
    </>
  )
}
