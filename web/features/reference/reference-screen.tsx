import { useEffect } from 'react'
import { openApiPath } from '#shared/api/document-path.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { LonePage } from '../../ui/lone-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { OperationDetails } from './operation-details.tsx'
import { type ReferenceDocument, useReferenceDocument } from './reference-document.ts'
import styles from './reference-screen.module.css'
import { NamedSchema } from './schema-fields.tsx'
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
  useLinkedPart()
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
  )
}

const schemasId = 'schemas'

/**
 * Goes to the part of the page that the address names after `#`. The browser looked for that part before the document had loaded,
 * so this makes the browser look again.
 */
function useLinkedPart() {
  useEffect(() => {
    if (window.location.hash) window.location.replace(window.location.hash)
  }, [])
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
