import 'swagger-ui-dist/swagger-ui.css'
import { useEffect, useRef } from 'react'
import show, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { documentPath } from '#shared/api/document-path.ts'
import { dark, useMedia } from '../../lib/browser/use-media.ts'
import { Logo } from '../../ui/logo.tsx'
import { useTheme } from '../../ui/theme.ts'
import styles from './reference-screen.module.css'

const ourParts: Plugin = {
  wrapComponents: {
    // A choice of servers, of which there is one here.
    ServersContainer: () => () => null,
    // Outside of the landmark that the calls stand in, it needs one of its own.
    InfoContainer:
      (original, { React: { createElement } }) =>
      (props) =>
        createElement('section', { 'aria-label': 'About' }, createElement(original, props)),
  },
}

/** Every call of the API, for those who write programs: `/docs`. */
export function ReferenceScreen() {
  const [theme] = useTheme()
  const isSystemDark = useMedia(dark)
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark'
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current)
      show({
        domNode: place.current,
        url: documentPath,
        validatorUrl: null,
        docExpansion: 'none',
        syntaxHighlight: false,
        defaultModelsExpandDepth: 0,
        plugins: [ourParts],
      })
  }, [])
  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('dark-mode', isDark)
    return () => classList.remove('dark-mode')
  }, [isDark])
  return (
    <div className={styles.page}>
      <title>API · Carelane</title>
      <header className={styles.head}>
        <Logo />
        <a href={documentPath}>OpenAPI document</a>
      </header>
      <div ref={place} />
    </div>
  )
}
