import { DeadEndPage } from './dead-end.tsx'

/** The placeholder for the screens of a product that has none yet. */
export const UnderDevelopment = ({ label }: { label: string }) => (
  <DeadEndPage title={label} text="This module is under development." />
)
