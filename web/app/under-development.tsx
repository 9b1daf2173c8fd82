import type { ReactNode } from 'react'
import { DeadEnd } from './dead-end.tsx'

/** The placeholder for a module's screens; `children` lead on from there. */
export const UnderDevelopment = ({ title, children }: { title: string; children?: ReactNode }) => (
  <DeadEnd title={title} text="This module is under development.">
    {children}
  </DeadEnd>
)
