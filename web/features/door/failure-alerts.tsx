import { FormAlert } from '../../ui/form-alert.tsx'

/** The reasons why packages were not accepted, each in its own alert. */
export const FailureAlerts = ({ of = [] }: { of: readonly string[] | undefined }) =>
  of.map((failure) => <FormAlert key={failure}>{failure}</FormAlert>)
