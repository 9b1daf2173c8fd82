import { administratorLetter } from '../administrator-letter.ts'

/** Tells the administrator who asked for an export of all data that it is ready. */
export const exportReady = administratorLetter({
  isAboutOwnAccount: false,
  facts: () => ({}),
  text: ({ name, tenant }) => ({
    subject: `Your export from ${tenant} is ready`,
    preview: 'You can download it for 24 hours.',
    heading: `Hello ${name}`,
    paragraphs: [
      `Your export of all data from ${tenant} is ready. You can download it in Tenant Settings for 24 hours.`,
    ],
    fineprint: `You’re receiving this email because you asked for the export as an administrator of ${tenant}.`,
  }),
})
