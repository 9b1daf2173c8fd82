import { DeadEndPage } from './dead-end.tsx'

/** The placeholder for a product's screens. */
export const UnderDevelopment = ({ label }: { label: string }) => (
  <DeadEndPage title={label} text="This module is under development." />
)
