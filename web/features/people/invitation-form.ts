import * as z from 'zod/mini'
import { invitationsLimit, newUser } from '#shared/model/account-forms.ts'
import { notes, text } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import { readInvitations } from './read-invitations.ts'

const unreadableLine = (line: string) => `This line cannot be read: ${line}`

/** The 'Invite several' form. */
export const invitationForm = lazy(() =>
  z.object({
    lines: notes(20_000).check(
      z.check(({ value, issues }) => {
        const { people, unreadable } = readInvitations(value)
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
