import type { MailContents, MailNames } from '../render-mail.ts'

interface Appointment extends Pick<MailNames, 'name' | 'tenant'> {
  /** The name of the person who became an administrator. */
  person: string
}

export const newAdministratorMail = ({ name, tenant, person }: Appointment): MailContents => ({
  subject: `New administrator of ${tenant}`,
  preview: `${person} became an administrator of ${tenant}.`,
  heading: `Hello ${name}`,
  paragraphs: [
    `${person} became an administrator of ${tenant} on Carelane, and can manage its people, roles and settings.`,
  ],
  button: 'Open the users',
  fineprint: `You get this mail because you are an administrator of ${tenant}.`,
})
