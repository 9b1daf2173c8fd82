import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'

/** In place of a page that the user may not see, or that is yet to come. */
export function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <Empty title={text}>
        <ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>
      </Empty>
    </Page>
  )
}
