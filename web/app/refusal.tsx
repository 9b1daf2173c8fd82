import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** In place of a page that the user may not see. */
export function Refusal({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <p>{text}</p>
      <p>
        <ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>
      </p>
    </Page>
  )
}
