import * as z from 'zod/mini'
import { readInvitationLines } from '../rules/invitation-lines.ts'
import { invitationsLimit, newUser } from './account-forms.ts'
import { notes, text } from './fields.ts'
import { lazy } from './lazy.ts'

const unreadableLine = (line: string) => `This line cannot be read: ${line}`

/** The 'Invite several' form. */
export const invitationLinesForm = lazy(() =>
  z.object({
    lines: notes(20_000).check(
      z.check(({ value, issues }) => {
        const { people, unreadable } = readInvitationLines(value)
        const { full_name, email } = newUser().shape
        const person = z.object({ full_name, email })
        const wrong = people.find((line) => !z.safeParse(person, line).success)
        const [line = wrong && `${wrong.full_name} <${wrong.email}>`] = unreadable
        const message =
          line !== undefined
            ? unreadableLine(line)
            : people.length === 0
              ? 'Enter at least one line'
              : people.length > invitationsLimit && `You can invite at most ${invitationsLimit} people at once`
        if (message) issues.push({ code: 'custom', input: value, message })
      }),
    ),
    role: text(),
  }),
)
