import 'swagger-ui-dist/swagger-ui.css'
import { useEffect, useRef } from 'react'
import show from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { documentPath } from '#shared/api/document-path.ts'
import { dark, useMedia } from '../../lib/use-media.ts'
import { Logo } from '../../ui/logo.tsx'
import styles from './reference-screen.module.css'

/** Every call of the API, for those who write programs: `/docs`. */
export function ReferenceScreen() {
  const isDark = useMedia(dark)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current)
      show({
        domNode: place.current,
        url: documentPath,
        validatorUrl: null,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
      })
  }, [])
  return (
    <div className={`${styles.page} ${isDark ? 'dark-mode' : ''}`}>
      <title>API · Carelane</title>
      <header className={styles.head}>
        <Logo />
        <a href={documentPath}>OpenAPI document</a>
      </header>
      <main tabIndex={-1}>
        <div ref={place} />
      </main>
    </div>
  )
}
