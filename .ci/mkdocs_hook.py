"""What mkdocs does not do by itself for the site (see mkdocs.yml): the order of the pages, the project's README as one of
them, links that leave docs/, and links from a page's programs to the playground."""

import base64
import logging
import os
import re

from mkdocs.structure.files import File

log = logging.getLogger("mkdocs.site")

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))

# Files out of docs/ that pages link to: they become part of the site, as text.
linked = {}


def on_config(config):
    with open(os.path.join(config["docs_dir"], "README.md"), encoding="utf-8") as file:
        config["nav"] = navigation(file.read())
    linked.clear()
    write_project_page()
    for folder, _, names in os.walk(config["docs_dir"]):
        for name in names:
            if name.endswith(".md"):
                note_links(os.path.join(folder, name), os.path.relpath(folder, ROOT))
    note_links(PROJECT_PAGE, "docs")
    return config


# What the tables of docs/README.md list, a section for each heading. A row that links to several pages is a section, too.
def navigation(text):
    nav = [{"The manual": "README.md"}]
    for section in text.split("\n## ")[1:]:
        entries = []
        for row in re.findall(r"^\| \[.*", section, re.M):
            pages = [{name[0].upper() + name[1:]: page} for name, page in re.findall(r"\[([^\]]*)\]\(([^)#]*\.md)\)", row)]
            entries.append({next(iter(pages[0])): pages} if len(pages) > 1 else pages[0])
        if entries:
            nav.append({section.split("\n")[0]: entries})
    return nav + [{"README": "project.md"}]


# The README at the top, with its links as they are from docs/.
PROJECT_PAGE = os.path.join(ROOT, "build/site-pages/project.md")


def write_project_page():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"\]\((?!https?:|#|docs/)([^)\s]+)", r"](../\1", text)
    text = text.replace("](docs/", "](")
    text = re.sub(r'(src|href)="docs/', r'\1="', text)
    text = re.sub(r'href="([\w-]+)\.md', r'href="\1.html', text)
    os.makedirs(os.path.dirname(PROJECT_PAGE), exist_ok=True)
    with open(PROJECT_PAGE, "w", encoding="utf-8") as file:
        file.write(text)


LINK = re.compile(r"(\]\()(\.\./[^)#\s]*)(#[^)\s]*)?(\))")


# The path in the project of what a link of a page leads to.
def path_of(folder, target):
    return os.path.normpath(os.path.join(folder, target))


def note_links(page, folder):
    with open(page, encoding="utf-8") as file:
        for match in LINK.findall(file.read()):
            path = path_of(folder, match[1])
            if os.path.isfile(os.path.join(ROOT, path)) and path != "README.md" and not path.startswith("docs/"):
                linked[path] = "source/" + path + ".txt"


def on_files(files, config):
    for path, to in linked.items():
        file = File(path, ROOT, config["site_dir"], use_directory_urls=False)
        file.src_path, file.dest_path, file.url = to, to, to
        file.abs_dest_path = os.path.join(config["site_dir"], to)
        files.append(file)
    files.append(File("project.md", os.path.dirname(PROJECT_PAGE), config["site_dir"], use_directory_urls=False))
    return files


# `page` is its path in docs/.
def rewrite(match, page):
    before, target, anchor, after = match.groups()
    path = path_of(os.path.join("docs", os.path.dirname(page)), target)
    if path.startswith("docs/"):
        return match.group(0)
    if path == "README.md":
        return before + up(page) + "project.md" + (anchor or "") + after
    if path in linked:
        return before + up(page) + linked[path] + after
    if os.path.isdir(os.path.join(ROOT, path)):
        return "]" + "(#)"  # a folder: see below
    log.warning("%s links to %s, which is not there", page, target)
    return match.group(0)


# From the folder of a page to that of the site.
def up(page):
    return "../" * page.count("/")


FOLDER_LINK = re.compile(r"\[([^\]]*)\]\(#\)")
FENCE = re.compile(r"^```lua\n(.*?)^```$", re.M | re.S)


def try_link(program, page):
    packed = base64.urlsafe_b64encode(program.encode("utf-8")).decode("ascii").rstrip("=")
    return f'\n\n<p class="try"><a href="{up(page)}playground/index.html#code={packed}">Try it in the playground</a></p>\n'


def on_page_markdown(markdown, page, config, files):
    markdown = LINK.sub(lambda match: rewrite(match, page.file.src_path), markdown)
    markdown = FOLDER_LINK.sub(r"\1", markdown)

    # A page's blocks are one program. What takes LÖVE, or is a part only, is not for the playground.
    program = []

    def block(match):
        text = match.group(1)
        first = text.split("\n", 1)[0]
        if first in ("-- fragment", "-- main.lua"):
            shown = text.split("\n", 1)[1] if first == "-- fragment" else text
            return f"```lua\n{shown}```"
        program.append(text)
        return match.group(0) + (try_link("\n".join(program), page.file.src_path) if can_try("\n".join(program)) else "")

    return FENCE.sub(block, markdown)


def can_try(program):
    return not re.search(r"\bio\.(?!write)|\bos\.(?!clock|time)|\blove\.|astar\.(?:draw|love)|\bdebug\.|\bpackage\.", program)
