import type { MailContents, MailNames } from '../render-mail.ts'

interface Reset extends Pick<MailNames, 'name' | 'tenant'> {
  /** The name of the person whose two-step sign-in was reset. */
  person: string
}

export const factorsResetMail = ({ name, tenant, person }: Reset): MailContents => ({
  subject: `Two-step sign-in of ${person} was reset`,
  preview: `An administrator of ${tenant} has reset it.`,
  heading: `Hello ${name}`,
  paragraphs: [
    `An administrator of ${tenant} has reset the two-step sign-in of ${person} on Carelane. Who did it stands in the activity of your organisation.`,
  ],
  button: 'Open the users',
  fineprint: `You get this mail because you are an administrator of ${tenant}.`,
})
