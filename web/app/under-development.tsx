import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'

/** Stands where a module's screens will be. */
export function UnderDevelopment({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Card>
        <p>This module is under development.</p>
      </Card>
    </Page>
  )
}
