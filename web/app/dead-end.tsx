import { paths } from '../lib/navigation/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'

interface DeadEndProps {
  title: string
  text: string
}

/** Shown instead of a page that the user may not see, or that does not exist yet. */
export function DeadEnd({ title, text }: DeadEndProps) {
  return (
    <Page title={title}>
      <Empty title={text}>
        <ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>
      </Empty>
    </Page>
  )
}
