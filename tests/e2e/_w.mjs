import { chromium } from '@playwright/test'
import sparticuz from '@sparticuz/chromium'

const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args: ['--no-sandbox'] })
const page = await (await browser.newContext({ bypassCSP: true, viewport: { width: 1281, height: 900 } })).newPage()
const base = 'http://localhost:4310'
await page.goto(base + '/login')
await page.getByLabel('Email', { exact: true }).fill('admin@demo.carelane.example')
await page.getByLabel('Password', { exact: true }).fill('Carelane-Demo-2026')
await page.getByRole('button', { name: 'Sign in to your account' }).click()
await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
await page.addStyleTag({ content: 'main { max-width: 90rem !important } ' })
await page.setViewportSize({ width: 1420, height: 900 })
await page.getByRole('link', { name: 'Open module: Delivery Management' }).click()
await page.getByRole('table').waitFor()
await page.waitForTimeout(500)
console.log(
  await page.evaluate(() => {
    const t = document.querySelector('table')
    t.style.width = '1px'
    return [
      t.getBoundingClientRect().width,
      [...t.querySelectorAll('thead th')].map((h) => [h.textContent, h.getBoundingClientRect().width]),
    ]
  }),
)
await page.screenshot({ path: '/tmp/c-wide.png' })
await browser.close()
