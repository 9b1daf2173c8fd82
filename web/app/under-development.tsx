import type { ReactNode } from 'react'
import { DeadEnd } from './dead-end.tsx'

/** Stands where a module's screens will be; `children` lead on from there. */
export const UnderDevelopment = ({ title, children }: { title: string; children?: ReactNode }) => (
  <DeadEnd title={title} text="This module is under development.">
    {children}
  </DeadEnd>
)
