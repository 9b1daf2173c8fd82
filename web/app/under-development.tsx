import { DeadEnd } from './dead-end.tsx'

/** Stands where a module's screens will be. */
export const UnderDevelopment = ({ title }: { title: string }) => (
  <DeadEnd title={title} text="This module is under development." />
)
