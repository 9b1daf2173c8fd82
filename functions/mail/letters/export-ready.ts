import type { MailContents, MailNames } from '../render-mail.ts'

export const exportReadyMail = ({ name, tenant }: Pick<MailNames, 'name' | 'tenant'>): MailContents => ({
  subject: `The export of ${tenant} is ready`,
  preview: 'It can be downloaded for 24 hours.',
  heading: `Hello ${name}`,
  paragraphs: [
    `The export of all data of ${tenant} that you asked for is ready. You find it in Tenant Settings, where it can be downloaded for 24 hours.`,
  ],
  fineprint: `You get this mail because you asked for the export as an administrator of ${tenant}.`,
})
