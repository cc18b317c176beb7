"""People who use the pages in the tests."""

from chromium import new_context


def sign_in(page, base, name, password):
    """Signs a person in, and waits for the list of vehicles."""
    page.goto(base + "/signin")
    page.get_by_label("Sign-in name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(base + "/")


def wait_for_scripts(page):
    """Waits until a page that a click has opened listens; a page can be used before, without scripts."""
    page.locator("html.enhanced").wait_for()


def signed_in(browser, base, name, password, service_workers="block"):
    """Returns the page of a person who signed in with a browser of their own."""
    page = new_context(browser, service_workers).new_page()
    sign_in(page, base, name, password)
    return page
