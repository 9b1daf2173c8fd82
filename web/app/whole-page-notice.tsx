import type { ReactNode } from 'react'
import { LonePage } from '../ui/lone-page.tsx'

/** Shown instead of the whole app when no page can be shown. */
export function WholePageNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <LonePage title={title}>
      <h1>{title}</h1>
      {children}
    </LonePage>
  )
}

export const appNotLoadedTitle = 'Failed to load Carelane'
