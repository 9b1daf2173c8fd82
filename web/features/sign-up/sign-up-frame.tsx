import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { queryClient } from '../../lib/api/query-client.ts'
import { useLoginAddress } from '../../lib/browser/config-texts.ts'
import { focusNewPage } from '../../ui/focus-keeper.ts'
import { Link } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageFooter } from '../../ui/page-footer.tsx'
import styles from './sign-up.module.css'

interface SignUpFrameProps {
  title: string
  /** Shown between the header and the title. */
  progress?: ReactNode
  children: ReactNode
}

/** The frame of the pages of sign-up and of the subscription, with a link to sign in for people who already have an account. */
export function SignUpFrame({ title, progress, children }: SignUpFrameProps) {
  const shown = useRef('')

  // At each new step, scroll to the top and move the focus there, so that screen readers start at the top as well.
  useLayoutEffect(() => {
    if (shown.current === title) return
    scrollTo(0, 0)
    if (shown.current) focusNewPage()
    shown.current = title
  }, [title])

  return (
    <QueryClientProvider client={queryClient}>
      <title>{`${title} · Carelane`}</title>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Logo />
          <span>
            <span className={styles.question}>Already have an account? </span>
            <Link to={useLoginAddress()} className="reach">
              Sign In
            </Link>
          </span>
        </div>
      </header>
      <main tabIndex={-1} className={styles.main}>
        {progress}
        <h1>{title}</h1>
        {children}
      </main>
      <PageFooter className={styles.foot} />
    </QueryClientProvider>
  )
}

/** A section of a page with a border. */
export const BorderedSection = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.panel}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
)
