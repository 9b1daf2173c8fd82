import { paths } from '../lib/navigation/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

interface DeadEndProps {
  title: string
  text: string
}

/** Shown instead of a page that the user may not see, or that does not exist yet. */
export function DeadEndPage({ title, text }: DeadEndProps) {
  return (
    <PageFrame title={title}>
      <EmptyState title={text}>
        <ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>
      </EmptyState>
    </PageFrame>
  )
}
