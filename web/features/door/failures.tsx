import { FormAlert } from '../../ui/form-alert.tsx'

/** Why an attempt was not taken, each reason by itself. */
export const Failures = ({ of = [] }: { of: readonly string[] | undefined }) =>
  of.map((failure) => <FormAlert key={failure}>{failure}</FormAlert>)
